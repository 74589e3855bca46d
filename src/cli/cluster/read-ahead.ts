/**
 * Answers that are asked for before they are needed, so many at a time: where the way there and
 * back takes long, most of the time would be spent on waiting.
 */
export class ReadAhead<Question, Answer> {
  readonly #questions: readonly Question[];
  readonly #ask: (question: Question) => Promise<Answer>;
  readonly #ahead: number;
  /** Those that nobody has taken yet, by the index of their question. */
  readonly #answers = new Map<number, Promise<Answer>>();
  /** How many questions were asked. */
  #asked = 0;

  constructor(
    questions: readonly Question[],
    ask: (question: Question) => Promise<Answer>,
    ahead: number,
  ) {
    this.#questions = questions;
    this.#ask = ask;
    this.#ahead = ahead;
  }

  /** The answer to one question, which is not kept; the next ones are asked meanwhile. */
  take(index: number): Promise<Answer> {
    const end = Math.min(index + 1 + this.#ahead, this.#questions.length);
    for (; this.#asked < end; this.#asked++)
      this.#answers.set(this.#asked, this.#start(this.#asked));
    const answer = this.#answers.get(index) ?? this.#start(index);
    this.#answers.delete(index);
    return answer;
  }

  #start(index: number): Promise<Answer> {
    const question = this.#questions[index];
    if (question === undefined) throw new Error(`invariant: there is no question ${index}`);
    const answer = this.#ask(question);
    // Whoever takes it is told; where nobody does, an earlier one has failed.
    answer.catch(() => undefined);
    return answer;
  }
}
