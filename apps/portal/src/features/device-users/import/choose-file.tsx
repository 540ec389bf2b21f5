import { limits } from '@holdfast/contract'
import { Alert, Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { DropArea } from '../../../shared/ui/drop-area.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { saveFile } from '../../../shared/ui/save-file.ts'
import { readFile, readText, type Table, type TableProblem } from './read-table.ts'
import { templateFile } from './row-results.ts'

const mebibyte = 1024 * 1024

/** Chooses, drops or pastes a table of people. */
export const ChooseFile = ({ onRead }: { onRead: (table: Table, name: string) => void }) => {
  const t = useText()
  const { formatNumber } = useIntl()
  const [problem, setProblem] = useState<TableProblem | null>(null)
  const [pasted, setPasted] = useState('')
  const take = (read: Table | TableProblem, name: string) => {
    if ('problem' in read) setProblem(read)
    else onRead(read, name)
  }
  const takeFile = async (file: File | null | undefined) => {
    if (file) take(await readFile(file), file.name)
  }
  const most = { rows: formatNumber(limits.maxImportRows), size: limits.maxImportBytes / mebibyte }
  return (
    <Panel title={t('import.choose_title')}>
      <Stack>
        <Text size="sm">{t('import.choose_hint', most)}</Text>
        {problem && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle />} title={t('import.unreadable')}>
            {t(`import.problem_${problem.problem}`, { at: problem.at ?? 0, ...most })}
          </Alert>
        )}
        <DropArea label={t('import.drop')} onFiles={([file]) => void takeFile(file)}>
          <IconFileImport size={28} aria-hidden />
          <Text size="sm">{t('import.drop')}</Text>
          <FileButton onChange={(file) => void takeFile(file)} accept=".csv,.txt,.tsv,text/csv,text/plain">
            {(props) => <Button {...props}>{t('import.choose')}</Button>}
          </FileButton>
        </DropArea>
        <Textarea
          label={t('import.paste')}
          description={t('import.paste_hint')}
          minRows={3}
          value={pasted}
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
        <Group>
          <Button
            variant="default"
            disabled={pasted.trim() === ''}
            onClick={() => take(readText(pasted), t('import.pasted'))}
          >
            {t('import.use_pasted')}
          </Button>
          <Button variant="subtle" onClick={() => saveFile(templateFile(), 'people.csv')}>
            {t('import.template')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}
