import { calls, type Payload } from '@holdfast/contract'
import { Button, Skeleton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import { useList } from '../../shared/list/use-list.ts'
import { partiesOf, partyName } from '../../shared/recordings/people.ts'
import classes from './conversation.module.css'
import { kinds } from './kinds.ts'
import { MessageBubble } from './message-bubble.tsx'

const mostMessages = 100

/** The messages of the same thread on the same device. If they can't be read, only this one. */
const useThread = (payload: Payload): { messages: readonly Payload[]; isLoading: boolean } => {
  const { rows, isLoading } = useList({
    call: calls.listDevicePayloads,
    params: { device_reference: payload.device_reference },
    filter: { payload_types: kinds.messages.types },
    pageRows: mostMessages,
  })
  const { thread_id } = payload.meta
  // Messages without a thread belong to no thread; they are not one thread together.
  const thread = rows.filter(({ meta }) => thread_id !== undefined && meta.thread_id === thread_id)
  const isThere = thread.some(({ payload_reference }) => payload_reference === payload.payload_reference)
  const all = isThere ? thread : [...thread, payload]
  return { messages: all.toSorted((a, b) => a.payload_time.localeCompare(b.payload_time)), isLoading }
}

/** The SMS, MMS and RCS of a thread, by day. */
export const Conversation = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const intl = useIntl()
  const { messages, isLoading } = useThread(payload)
  const list = useRef<HTMLOListElement>(null)
  const [reading, setReading] = useState<number | null>(null)
  useEffect(() => {
    const current = messages.length > 0 && list.current?.querySelector<HTMLElement>('[aria-current="true"]')
    if (current && list.current) list.current.scrollTop = current.offsetTop - list.current.clientHeight / 2
  }, [messages.length])
  const dayOf = ({ payload_time }: Payload) => intl.formatDate(payload_time, { dateStyle: 'full' })
  const who = partiesOf(payload)
    .map((party) => partyName(party, t('payload.unknown_number')))
    .join(', ')
  if (isLoading) return <Skeleton className={classes.waiting} data-height="unknown" />
  return (
    <section>
      <div className={classes.head}>
        <p className={classes.hint}>{t('message.read_hint')}</p>
        {messages.length > 1 && (reading === null || reading < messages.length) && (
          <Button size="compact-sm" variant="default" loading={reading !== null} onClick={() => setReading(0)}>
            {t('message.read_all', { count: messages.length })}
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its frame has to be scrollable by keys */}
      <ol className={classes.messages} tabIndex={0} ref={list} aria-label={t('message.conversation', { who })}>
        {/* A flat list, so that React finds a message by its key when others are inserted before it. */}
        {messages.flatMap((message, index) => {
          const previous = messages[index - 1]
          const day = dayOf(message)
          return [
            previous && dayOf(previous) === day ? null : (
              <li key={day} className={classes.day}>
                {day}
              </li>
            ),
            <MessageBubble
              key={message.payload_reference}
              payload={message}
              isCurrent={message.payload_reference === payload.payload_reference}
              turn={{
                isNow: reading === index,
                onDone: () => setReading(index + 1),
                onFailed: () => setReading(null),
              }}
            />,
          ]
        })}
      </ol>
    </section>
  )
}
