import { fieldProblem, MigrationFileName } from '@holdfast/contract'

/** Well below what one part may have, so that a broken connection costs little. */
export const partBytes = 32 * 1024 * 1024

/** A part of a file that is uploaded; parts are counted from 1. */
export interface FilePart {
  file: File
  part: number
  parts: number
}

/** Why a file can't be part of an export. */
export const problemOfFile = ({ name, size }: Pick<File, 'name' | 'size'>): 'bad_name' | 'empty' | null => {
  if (fieldProblem(MigrationFileName, name) !== null) return 'bad_name'
  return size === 0 ? 'empty' : null
}

export const partsOf = (file: File): FilePart[] => {
  const parts = Math.ceil(file.size / partBytes)
  return Array.from({ length: parts }, (_, index) => ({ file, part: index + 1, parts }))
}

export const contentOf = ({ file, part }: FilePart): Blob => file.slice((part - 1) * partBytes, part * partBytes)

/** Adds files; one with the name of another replaces it. */
export const withFiles = (files: readonly File[], added: readonly File[]): File[] => {
  const names = new Set(added.map(({ name }) => name))
  return [...files.filter(({ name }) => !names.has(name)), ...added]
}
