import { Anchor, Button, CopyButton, Group, Modal, Stack } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../i18n/text.ts'
import type { BatchItem, RunState } from './batch-run.ts'
import type { ListRun } from './current-run.ts'
import { isErrorCode, refusalWords } from './refusal-words.ts'
import classes from './selection.module.css'

interface RunResultsProps {
  run: ListRun
  state: RunState
  isOpen: boolean
  onClose: () => void
}

/** What became of each recording of a run: first what was refused, then what is left, then what was done. */
export const RunResults = ({ run, state, isOpen, onClose }: RunResultsProps) => {
  const t = useText()
  const wordsOf = (item: BatchItem | undefined): string => {
    if (!item) return t('run.item_left')
    if (item.result !== 'refused') return item.message ?? t(run.action.done ?? 'run.item_done')
    if (isErrorCode(item.code)) return refusalWords(item.code, item.message)
    return item.message ?? t('run.item_refused')
  }
  const rankOf = (item: BatchItem | undefined): number => (item?.result === 'refused' ? 0 : item ? 2 : 1)
  const items = run.references
    .map((reference) => ({
      reference,
      link: run.links.get(reference),
      name: run.names.get(reference) ?? reference,
      item: state.results.get(reference),
    }))
    .sort((a, b) => rankOf(a.item) - rankOf(b.item))
  const copied = () => items.map(({ reference, item }) => `${reference}\t${wordsOf(item)}`).join('\n')
  const mayPass = ({ code }: BatchItem) => !run.action.lasting?.some((lasting) => lasting === code)
  const isWorthwhile = items.some(({ item }) => item?.result === 'refused' && mayPass(item))
  const again = () => {
    onClose()
    void run.resume(mayPass)
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('run.results_of', { action: t(run.action.label) })}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack>
        <ul className={classes.results}>
          {items.map(({ reference, link, name, item }) => (
            <li key={reference} data-refused={item?.result === 'refused'}>
              {link ? (
                <Anchor component={Link} to={link} size="sm" title={reference}>
                  {name}
                </Anchor>
              ) : (
                <span title={reference}>{name}</span>
              )}
              <span>{wordsOf(item)}</span>
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          <CopyButton value={copied()}>
            {({ copied: isCopied, copy }) => (
              <Button
                variant="default"
                leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                onClick={copy}
              >
                {t(isCopied ? 'fact.copied' : 'run.copy')}
              </Button>
            )}
          </CopyButton>
          {isWorthwhile && (
            <Button variant="default" onClick={again}>
              {t('run.again')}
            </Button>
          )}
          <Button onClick={onClose}>{t('form.close')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
