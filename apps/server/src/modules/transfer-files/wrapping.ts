import type { DeliveryFile, DeliveryFormat, PlainFile } from './delivery-file.ts'
import { withoutExtension } from './file-names.ts'
import { pgpOf } from './pgp-file.ts'
import { zipOf } from './zip-file.ts'

type Wrapping = Pick<DeliveryFormat, 'transfer_file_format' | 'zip_password' | 'pgp_key'>

/** The files of one recording as they are delivered: each by itself, or all in one ZIP file; and encrypted to the key. */
export const wrapTogether = (
  format: Wrapping,
  files: readonly PlainFile[],
  zipPath: string,
): readonly DeliveryFile[] => {
  const zipped =
    format.transfer_file_format === 'Uncompressed' || files.length === 0 ? files : [zip(format, files, zipPath)]
  return zipped.map((file) => encrypted(format, file))
}

/** A file that stands for several recordings. */
export const wrapAlone = (format: Wrapping, file: PlainFile): DeliveryFile => {
  const isZipped = format.transfer_file_format !== 'Uncompressed'
  const zipped = isZipped ? { ...zip(format, [file], `${withoutExtension(file.path)}.zip`), kind: file.kind } : file
  return encrypted(format, zipped)
}

const zip = (format: Wrapping, files: readonly PlainFile[], path: string): DeliveryFile => {
  const password = passwordOf(format)
  return { path, kind: 'recording', open: () => zipOf(files, password) }
}

/** @throws Error if there is none: nothing is sent without the protection that was asked for */
const passwordOf = ({ transfer_file_format, zip_password }: Wrapping): string | null => {
  if (transfer_file_format !== 'ZippedWithPassword') return null
  if (zip_password === null || zip_password === '') throw new Error('The configuration has no password for ZIP files')
  return zip_password
}

/** Encrypted to the key of the configuration, if it has one. */
export const encrypted = ({ pgp_key }: Pick<Wrapping, 'pgp_key'>, file: DeliveryFile): DeliveryFile => {
  const { path, kind, open, size } = file
  if (pgp_key === null) return { path, kind, open, ...(size !== undefined && { size }) }
  return { path: `${path}.pgp`, kind, open: () => pgpOf(pgp_key, open()) }
}
