const windowsPerSecond = 20
/** Columns of the waveform for each channel, at most. With two channels they fit into one row of the database. */
const maxColumns = 4_000

/** Collects the loudest sample of each 50 ms of each channel. */
export class Peaks {
  readonly #windows: number[][]
  readonly #windowSamples: number
  #current: number[]
  #samples = 0

  constructor(channels: number, sampleRate: number) {
    this.#windows = Array.from({ length: channels }, () => [])
    this.#current = new Array(channels).fill(0)
    this.#windowSamples = sampleRate / windowsPerSecond
  }

  /** Adds samples from −1 to 1, as many of each channel. */
  add(lanes: readonly Float32Array[]): void {
    const count = lanes[0]?.length ?? 0
    for (let at = 0; at < count; ) {
      const room = this.#windowSamples - (this.#samples % this.#windowSamples)
      const end = Math.min(count, at + room)
      for (const [channel, lane] of lanes.entries()) {
        let loudest = this.#current[channel] ?? 0
        for (let i = at; i < end; i++) loudest = Math.max(loudest, Math.abs(lane[i] ?? 0))
        this.#current[channel] = loudest
      }
      this.#samples += end - at
      at = end
      if (this.#samples % this.#windowSamples === 0) this.#endWindow()
    }
  }

  #endWindow(): void {
    for (const [channel, windows] of this.#windows.entries()) windows.push(this.#current[channel] ?? 0)
    this.#current = this.#current.map(() => 0)
  }

  get seconds(): number {
    return this.#samples / (this.#windowSamples * windowsPerSecond)
  }

  /**
   * The waveform: the number of channels (1 byte), then all columns of the first channel, then all of the second. A
   * column is one byte: the square root of its loudest amplitude, as 0 to 255.
   */
  columns(): Uint8Array {
    const hasRest = this.#samples % this.#windowSamples !== 0
    const channels = this.#windows.map((windows, channel) =>
      hasRest ? [...windows, this.#current[channel] ?? 0] : windows,
    )
    const perColumn = Math.max(1, Math.ceil((channels[0]?.length ?? 0) / maxColumns))
    return Uint8Array.of(
      channels.length,
      ...channels.flatMap((windows) =>
        Array.from({ length: Math.ceil(windows.length / perColumn) }, (_, column) => {
          const loudest = Math.max(...windows.slice(column * perColumn, (column + 1) * perColumn))
          return Math.round(255 * Math.sqrt(Math.min(1, loudest)))
        }),
      ),
    )
  }
}
