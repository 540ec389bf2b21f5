/** A list of ids that is filled again and again without new memory. Emptying a plain array would release its memory. */
export class IdList {
  readonly #ids: number[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  at(index: number): number {
    return this.#ids[index] ?? 0
  }

  add(id: number): void {
    this.#ids[this.#count++] = id
  }

  clear(): void {
    this.#count = 0
  }

  toArray(): number[] {
    return this.#ids.slice(0, this.#count)
  }
}
