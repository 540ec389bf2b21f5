import { createHash } from 'node:crypto'
import type { CarrierMapping } from '@holdfast/contract'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { newId } from '../../../platform/identifiers.ts'
import { storePart } from '../files/file-parts.ts'
import { saveMapping } from '../files/saved-mappings.ts'
import { importCarrierFileJob } from './import-file-job.ts'

interface CarrierText {
  carrier_name: string
  file_name: string
  text: string
  mapping: CarrierMapping
  by: string
}

/** Has a text imported as if somebody had uploaded it and started the import. For the demonstration. */
export const importCarrierText = async (
  tx: TenantTransaction,
  { carrier_name, file_name, text, mapping, by }: CarrierText,
): Promise<void> => {
  const bytes = Buffer.from(text)
  const import_reference = newId(tx.now)
  await storePart(tx, import_reference, 0, bytes)
  await saveMapping(tx, carrier_name, mapping, by)
  await tx.db
    .insertInto('carrier_imports')
    .values({
      client: tx.client,
      import_reference,
      carrier_name,
      file_name,
      file_sha256: createHash('sha256').update(bytes).digest('hex'),
      file_bytes: bytes.byteLength,
      lines: text.split('\n').length,
      state: 'Importing',
      mapping: JSON.stringify(mapping),
      created_at: tx.now,
      created_by: by,
      started_at: tx.now,
      updated_at: tx.now,
      updated_by: by,
    })
    .execute()
  await tx.enqueue(importCarrierFileJob, { client: tx.client, import_reference })
}
