const headerBytes = 44
const bytesPerSample = 2

/**
 * One channel of samples from -1 to 1 as a WAV file of 16-bit PCM (RIFF, WAVE_FORMAT_PCM).
 * @param sampleRate in hertz
 */
export const wavOf = (samples: Float32Array, sampleRate: number): ArrayBuffer => {
  const dataBytes = samples.length * bytesPerSample
  const file = new ArrayBuffer(headerBytes + dataBytes)
  const view = new DataView(file)
  const ascii = (offset: number, word: string) => {
    for (const [place, letter] of [...word].entries()) view.setUint8(offset + place, letter.charCodeAt(0))
  }
  ascii(0, 'RIFF')
  view.setUint32(4, headerBytes - 8 + dataBytes, true)
  ascii(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * bytesPerSample, true)
  view.setUint16(32, bytesPerSample, true)
  view.setUint16(34, 8 * bytesPerSample, true)
  ascii(36, 'data')
  view.setUint32(40, dataBytes, true)
  for (const [place, sample] of samples.entries()) {
    const bounded = Math.max(-1, Math.min(1, sample))
    view.setInt16(headerBytes + place * bytesPerSample, Math.round(bounded * 0x7fff), true)
  }
  return file
}
