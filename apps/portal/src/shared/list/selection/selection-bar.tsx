import { Button, Modal } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { announce } from '../../notices/announcer.tsx'
import { usePageKeys } from '../../ui/use-page-keys.ts'
import { isRunning, type SendBatch } from './batch-run.ts'
import { startRun, useCurrentRun } from './current-run.ts'
import { ExpectedRefusals } from './expected-refusals.tsx'
import { RunBar } from './run-bar.tsx'
import { type RowsOfFilter, SelectFilter } from './select-filter.tsx'
import classes from './selection.module.css'
import type { SelectionAction } from './selection-action.ts'
import type { RowSelection } from './use-selection.ts'

interface SelectionBarProps extends RowsOfFilter {
  /** The list and its filters. */
  list: string
  selection: RowSelection
  /** What the person may do with selected rows. */
  actions: readonly SelectionAction[]
  /** The rows that the list has read, by key, and how they are named. */
  rows: ReadonlyMap<string, unknown>
  nameOf: ((row: unknown) => ReactNode) | undefined
  /** Called after a run, which may have changed the rows. */
  onDone: () => void
}

/** Below a list: how many rows are selected, what can be done with them, and how far that is. */
export const SelectionBar = ({ list, selection, actions, rows, nameOf, onDone, ...ofFilter }: SelectionBarProps) => {
  const t = useText()
  const [asked, setAsked] = useState<SelectionAction | null>(null)
  const current = useCurrentRun(list)
  const { chosen } = selection
  const count = chosen.size
  useAnnouncedCount(count)
  const isBusy = current !== null && isRunning(current.state)
  usePageKeys([
    ['selectAll', selection.selectLoaded],
    ...(count > 0 && !isBusy ? ([['clearSelection', selection.clear]] as const) : []),
  ])
  if (count === 0 && !current) return null
  const clear = () => {
    selection.clear()
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  const namesOfChosen = () =>
    new Map(
      [...chosen.keys()].flatMap((key) => (nameOf && rows.has(key) ? [[key, nameOf(rows.get(key))] as const] : [])),
    )
  const afterRun = ({ run, state }: NonNullable<typeof current>) => {
    const done = [...state.results].filter(([, { result }]) => result !== 'refused').map(([key]) => key)
    if (run.action.isFinal && run.list === list) selection.remove(new Set(done))
    onDone()
  }
  const start = (action: SelectionAction) => (send: SendBatch) => {
    setAsked(null)
    void startRun({ list, action, chosen, names: namesOfChosen(), send }).resume()
  }
  return (
    <section aria-label={t('selection.name')} className={classes.bar}>
      {current ? (
        <RunBar {...current} onDone={() => afterRun(current)} />
      ) : (
        <>
          <strong className={classes.count}>{t('selection.count', { count })}</strong>
          <SelectFilter {...ofFilter} selection={selection} />
          <Button size="xs" variant="subtle" leftSection={<IconX size={15} stroke={1.7} />} onClick={clear}>
            {t('selection.clear')}
          </Button>
          <div className={classes.actions}>
            {actions.filter(mayApply([...chosen.keys()], rows)).map((action) => (
              <Button
                key={action.id}
                size="xs"
                variant="default"
                leftSection={<action.icon size={15} stroke={1.7} />}
                onClick={() => setAsked(action)}
              >
                {t(action.label)}
              </Button>
            ))}
          </div>
        </>
      )}
      <Modal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked && t(asked.title, { count })}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        {asked && (
          <>
            <ExpectedRefusals action={asked} keys={[...chosen.keys()]} rows={rows} />
            <asked.Dialog
              references={[...chosen.keys()]}
              names={namesOfChosen()}
              onStart={start(asked)}
              onClose={() => setAsked(null)}
            />
          </>
        )}
      </Modal>
    </section>
  )
}

const mayApply =
  (keys: readonly string[], rows: ReadonlyMap<string, unknown>) =>
  ({ appliesTo }: SelectionAction): boolean =>
    !appliesTo || keys.some((key) => !rows.has(key) || appliesTo(rows.get(key) as never))

/** Tells screen readers how many rows are selected, also after coming back to the list. */
const useAnnouncedCount = (count: number): void => {
  const t = useText()
  const before = useRef(0)
  const text = t('selection.count', { count })
  useEffect(() => {
    if (before.current !== count) announce(text)
    before.current = count
  }, [count, text])
}
