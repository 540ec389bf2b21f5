import { SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { ChooseExport } from './choose-export.tsx'
import { HowToRead } from './how-to-read.tsx'
import { UploadExport } from './upload-export.tsx'
import { useExports } from './use-exports.ts'

/** Chooses or uploads an export, says how to read it, and starts a dry run or the migration. */
export default function NewMigrationPage() {
  const t = useText()
  const exports = useExports()
  const [chosenWay, setWay] = useState<'folder' | 'upload' | null>(null)
  const [folder, setFolder] = useState<string | null>(null)
  if (exports.isLoading) return <PageSkeleton />
  const way = chosenWay ?? (exports.all.length > 0 ? 'folder' : 'upload')
  const chosen = exports.all.find((one) => one.folder === folder) ?? null
  return (
    <>
      <PageHeader title={t('page.new_migration')} />
      <Stack maw={820}>
        <Panel title={t('migrations.export')}>
          <Stack>
            <SegmentedControl
              aria-label={t('migrations.export')}
              value={way}
              onChange={(value) => setWay(value === 'upload' ? 'upload' : 'folder')}
              data={[
                { value: 'folder', label: t('migrations.from_folder') },
                { value: 'upload', label: t('migrations.from_upload') },
              ]}
              style={{ alignSelf: 'start' }}
            />
            {/* Kept while the other one is shown, so that an upload goes on. */}
            <div hidden={way !== 'folder'}>
              <ChooseExport exports={exports} chosen={chosen} onChoose={setFolder} />
            </div>
            <div hidden={way !== 'upload'}>
              <UploadExport
                folders={exports.all.map((one) => one.folder)}
                onUploaded={(uploaded) => {
                  setFolder(uploaded)
                  setWay('folder')
                  exports.readAgain()
                }}
              />
            </div>
          </Stack>
        </Panel>
        <HowToRead chosen={chosen} />
      </Stack>
    </>
  )
}
