import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'

/** Writes a private file (0600) atomically: after a power cut the text is there completely or not at all. */
export function writeDurably(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`
  const descriptor = openSync(unfinished, 'w', 0o600)
  writeSync(descriptor, text)
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(unfinished, file)
  const folder = openSync(path.dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}
