import type { MetadataFormat, Payload, TransferFileFormat, TransferFileKind, TransferType } from '@holdfast/contract'

/** The settings of a configuration for the files of its transfers, with its password unwrapped. */
export interface DeliveryFormat {
  client: string
  transfer_type: TransferType
  transfer_file_format: TransferFileFormat
  metadata_format: MetadataFormat
  /** For `ZippedWithPassword`. */
  zip_password: string | null
  /** ASCII armour of the public key to which every file is encrypted. */
  pgp_key: string | null
}

/** A recording as the API gives it, and its content. */
export interface RecordingToSend {
  payload: Payload
  /** Opens the original content from its beginning; called when it is needed, perhaps more than once. */
  content(): AsyncIterable<Uint8Array>
}

/** A file as it is delivered. Opening it again writes it anew; encrypted files then have other bytes. */
export interface DeliveryFile {
  /** Below the folder of the transfer. ASCII, without names and numbers of people. */
  path: string
  kind: TransferFileKind
  open(): AsyncIterable<Uint8Array>
  /** Bytes, if they are known beforehand. */
  size?: number
}

/** A file before it is wrapped. */
export interface PlainFile extends DeliveryFile {
  /** Stored as its time in ZIP files. */
  time: Date
  /** Whether it is sound or picture in a format that compresses by itself. */
  isCompressed: boolean
}
