import type { PayloadQueueFilter } from '@holdfast/contract'
import { Button, Group } from '@mantine/core'
import { useRef, useState } from 'react'
import { useText } from '../../../shared/i18n/text.ts'

interface Body {
  filter: PayloadQueueFilter
  last_key?: string
}

interface Answer {
  items: readonly { result: string }[]
  last_key: string | null
}

/** Does something with all recordings that a filter finds, in as many requests as the call needs. */
export const useFilterRun = <Result extends string>(nothing: Readonly<Record<Result, number>>) => {
  const [counts, setCounts] = useState(nothing)
  const isStopped = useRef(false)
  const isCounted = (result: string): result is Result => result in nothing
  /** @returns whether it came to the end, and was not stopped */
  const run = async (filter: PayloadQueueFilter, send: (body: Body) => Promise<Answer>): Promise<boolean> => {
    isStopped.current = false
    const sum: Record<Result, number> = { ...nothing }
    let last_key: string | null = null
    do {
      const answer: Answer = await send({ filter, ...(last_key !== null && { last_key }) })
      for (const { result } of answer.items) if (isCounted(result)) sum[result] += 1
      setCounts({ ...sum })
      last_key = answer.last_key
    } while (last_key !== null && !isStopped.current)
    return last_key === null
  }
  const stop = () => {
    isStopped.current = true
  }
  return { counts, run, stop }
}

interface FilterRunButtonProps {
  hasEnded: boolean
  onStop: () => void
  onClose: () => void
}

export const FilterRunButton = ({ hasEnded, onStop, onClose }: FilterRunButtonProps) => {
  const t = useText()
  return (
    <Group justify="flex-end">
      {hasEnded ? (
        <Button onClick={onClose} data-autofocus>
          {t('form.close')}
        </Button>
      ) : (
        <Button variant="default" onClick={onStop}>
          {t('run.stop')}
        </Button>
      )}
    </Group>
  )
}
