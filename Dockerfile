# crdgen without a shell, a package manager and root:
#   docker build -t crdgen .
#   docker run --rm -v "$PWD:/work:ro" crdgen lint config/crd
FROM node:22-bookworm-slim AS build
WORKDIR /crdgen
COPY . .
# `npm ci` builds, too. What is packed is what npm would publish.
RUN npm ci --no-audit --no-fund
RUN npm pack --ignore-scripts --pack-destination /tmp
WORKDIR /opt/crdgen
RUN npm install --ignore-scripts --no-audit --no-fund --omit=dev --omit=peer /tmp/crdgen-*.tgz

FROM gcr.io/distroless/nodejs22-debian12:nonroot
COPY --from=build /opt/crdgen /opt/crdgen
# Folders of users are mounted here, and paths are seen from here.
WORKDIR /work
ENTRYPOINT ["/nodejs/bin/node", "/opt/crdgen/node_modules/crdgen/dist/cli/main.js"]
CMD ["--help"]
