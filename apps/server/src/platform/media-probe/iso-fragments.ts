import { boxAt, boxesIn, isLongForm } from './iso-boxes.ts'

/**
 * Durations of fragmented MP4, which recorders write so that it survives a crash: `moov` comes first without a duration, and
 * each `moof` after it has those of its samples (ISO/IEC 14496-12, 8.8). Durations are in ticks of the track's timescale.
 */
export interface Fragments {
  /** Reads the default duration of each track from `moov`. */
  begin(moov: Buffer): void
  add(moof: Buffer): void
  ticksOf(trackId: number): number
}

const tfhdFlags = { baseDataOffset: 0x1, sampleDescription: 0x2, defaultDuration: 0x8 }
const trunFlags = { dataOffset: 0x1, firstSampleFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, offset: 0x800 }

export const collectFragments = (): Fragments => {
  const defaults = new Map<number, number>()
  const ticks = new Map<number, number>()
  return {
    begin(moov) {
      for (const { type, body } of boxesIn(boxAt(moov, 'mvex') ?? Buffer.alloc(0))) {
        if (type === 'trex' && body.length >= 16) defaults.set(body.readUInt32BE(4), body.readUInt32BE(12))
      }
    },
    add(moof) {
      for (const { type, body } of boxesIn(moof)) {
        const header = type === 'traf' ? boxAt(body, 'tfhd') : undefined
        if (!header || header.length < 8) continue
        const trackId = header.readUInt32BE(4)
        const each = defaultDuration(header) ?? defaults.get(trackId) ?? 0
        const runs = [...boxesIn(body)].filter((box) => box.type === 'trun')
        const added = runs.reduce((sum, run) => sum + runTicks(run.body, each), 0)
        ticks.set(trackId, (ticks.get(trackId) ?? 0) + added)
      }
    },
    ticksOf: (trackId) => ticks.get(trackId) ?? 0,
  }
}

/** `trak/tkhd` has the number by which fragments refer to the track. */
export const trackIdOf = (trak: Buffer): number => {
  const header = boxAt(trak, 'tkhd') ?? Buffer.alloc(0)
  const at = isLongForm(header) ? 20 : 12
  return header.length < at + 4 ? 0 : header.readUInt32BE(at)
}

const has = (flags: number, flag: number): boolean => (flags & flag) !== 0

const defaultDuration = (tfhd: Buffer): number | undefined => {
  const flags = tfhd.readUIntBE(1, 3)
  const at = 8 + (has(flags, tfhdFlags.baseDataOffset) ? 8 : 0) + (has(flags, tfhdFlags.sampleDescription) ? 4 : 0)
  return has(flags, tfhdFlags.defaultDuration) && tfhd.length >= at + 4 ? tfhd.readUInt32BE(at) : undefined
}

const runTicks = (trun: Buffer, each: number): number => {
  if (trun.length < 8) return 0
  const flags = trun.readUIntBE(1, 3)
  const samples = trun.readUInt32BE(4)
  if (!has(flags, trunFlags.duration)) return samples * each
  const step =
    4 * [trunFlags.duration, trunFlags.size, trunFlags.flags, trunFlags.offset].filter((f) => has(flags, f)).length
  let at = 8 + 4 * [trunFlags.dataOffset, trunFlags.firstSampleFlags].filter((flag) => has(flags, flag)).length
  let ticks = 0
  for (let i = 0; i < samples && at + 4 <= trun.length; i++, at += step) ticks += trun.readUInt32BE(at)
  return ticks
}
