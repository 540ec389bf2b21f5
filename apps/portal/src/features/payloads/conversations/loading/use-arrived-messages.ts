import type { PortalEvent } from '@holdfast/contract'
import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useEvents } from '../../../../shared/live/use-events.ts'
import type { ConversationKey } from '../../messages/conversation-address.ts'
import type { useConversation } from './use-conversation.ts'

/** Changes within this time are read together. */
const togetherMs = 300

const isProcessed = ({ state }: PortalEvent): boolean => state === 'Processed' || state === 'Transferred'

/**
 * Messages of an open conversation that have arrived since it was read. They are read when the person is at its end: reading is
 * put on the trail. A late one, with an earlier time, is put in its place. A message that is shown without its text is read again once
 * it was processed, and one that is shown with it when it was reviewed.
 * @param isAtEnd whether the newest loaded message is in sight
 * @returns how many have arrived that are not shown
 */
export const useArrivedMessages = (
  { device_reference, thread_id }: ConversationKey,
  reading: ReturnType<typeof useConversation>,
  isAtEnd: () => boolean,
) => {
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set())
  const isReading = useRef(false)
  const reviewed = useRef(new Set<string>())
  const readReviews = useDebouncedCallback(() => {
    void reading.readReviews(reviewed.current)
    reviewed.current = new Set()
  }, togetherMs)
  /** Many messages are often reviewed at once. */
  const noteReview = (reference: string): void => {
    reviewed.current.add(reference)
    readReviews()
  }
  const readArrived = async (): Promise<void> => {
    if (isReading.current) return
    isReading.current = true
    try {
      await reading.loadArrived()
      setArrived(new Set())
    } catch {
      // The count stays, and the person can try again.
    } finally {
      isReading.current = false
    }
  }
  const takeArrived = async (reference: string): Promise<void> => {
    if (await reading.readIfLate(reference)) return
    setArrived((before) => new Set([...before, reference]))
    if (!reading.hasLater && isAtEnd()) void readArrived()
  }
  useEvents(
    (event) => {
      const { kind, thread, reference } = event
      if (kind !== 'payload' || !isProcessed(event)) return
      if (thread?.device_reference !== device_reference || thread.thread_id !== thread_id) return
      const shown = reading.messages.find(({ payload_reference }) => payload_reference === reference)
      if (shown) {
        if (shown.text === null) void reading.readAgain(reference)
        else noteReview(reference)
        return
      }
      void takeArrived(reference)
    },
    () => {
      if (!reading.hasLater && isAtEnd()) void readArrived()
    },
  )
  return { arrived: arrived.size, readArrived }
}
