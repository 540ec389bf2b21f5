import { Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { ChooseFile } from './choose-file.tsx'
import type { Mapping } from './column-mapping.ts'
import { prepareRows } from './import-rows.ts'
import { MapColumns } from './map-columns.tsx'
import type { Table } from './read-table.ts'
import { RunImport } from './run-import.tsx'

/** Onboards, brings back and changes people from a file. */
export default function ImportPeoplePage() {
  const t = useText()
  const [file, setFile] = useState<{ table: Table; name: string } | null>(null)
  const [mapping, setMapping] = useState<Mapping | null>(null)
  const rows = useMemo(() => file && mapping && prepareRows(file.table, mapping), [file, mapping])
  const restart = () => {
    setFile(null)
    setMapping(null)
  }
  return (
    <>
      <PageHeader title={t('page.import_people')} />
      <Stack maw={960}>
        {!file && <ChooseFile onRead={(table, name) => setFile({ table, name })} />}
        {file && !rows && <MapColumns {...file} onMapped={setMapping} onBack={restart} />}
        {rows && <RunImport rows={rows} onRestart={restart} />}
      </Stack>
    </>
  )
}
