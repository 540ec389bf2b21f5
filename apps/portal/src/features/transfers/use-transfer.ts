import { calls, type Transferable } from '@holdfast/contract'
import { useInterval } from '@mantine/hooks'
import { useEffect } from 'react'
import { readItemAgain, useLoaded } from '../../shared/forms/use-loaded.ts'
import { useEvents } from '../../shared/live/use-events.ts'

/** How often the progress of a transfer is read. */
const progressMs = 2_000

/** A transfer, which is read again while it goes on. */
export const useTransfer = (transfer_id: string) => {
  const loaded = useLoaded(calls.getTransfer, { transfer_id })
  useReadAgain(transfer_id, loaded.data)
  return loaded
}

/** While it goes on, and when an event says that it changed. */
const useReadAgain = (transfer_id: string, transfer: Transferable | undefined): void => {
  const read = () => readItemAgain(calls.getTransfer, { transfer_id })
  const { start, stop } = useInterval(read, progressMs)
  const goesOn =
    transfer?.state === 'InProgress' ||
    (transfer?.state === 'Pending' && !transfer.is_paused && transfer.next_attempt_at === null)
  useEffect(() => {
    if (goesOn) start()
    else stop()
    return stop
  }, [goesOn, start, stop])
  useEvents(({ kind, reference }) => {
    if (kind === 'transfer' && reference === transfer_id) read()
  })
}
