import type { LanguageService } from "../../language/contract.js";

/** A service that loads when it is needed first, so that the page is there at once. */
export function lazyService(load: () => Promise<LanguageService>): LanguageService {
  let loaded: Promise<LanguageService> | undefined;
  const service = (): Promise<LanguageService> => (loaded ??= load());
  return {
    use: async (...inputs) => (await service()).use(...inputs),
    judge: async (...inputs) => (await service()).judge(...inputs),
    example: async (...inputs) => (await service()).example(...inputs),
    complete: async (...inputs) => (await service()).complete(...inputs),
    help: async (...inputs) => (await service()).help(...inputs),
    lint: async (...inputs) => (await service()).lint(...inputs),
    typescript: async (...inputs) => (await service()).typescript(...inputs),
  };
}
