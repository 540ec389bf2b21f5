import type { PayloadType, portalEventKinds } from '@holdfast/contract'
import { useState } from 'react'
import { useText } from '../i18n/text.ts'
import { useEvents } from '../live/use-events.ts'
import classes from './list-page.module.css'

interface NewRowsProps {
  kind: (typeof portalEventKinds)[number]
  payloadTypes?: readonly PayloadType[] | undefined
  onShow: () => void
}

/** 'n new', rather than rows that jump while somebody reads them. */
export const NewRows = ({ kind, payloadTypes, onShow }: NewRowsProps) => {
  const t = useText()
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set())
  useEvents((event) => {
    if (event.kind !== kind) return
    if (payloadTypes && !(event.payload_type && payloadTypes.includes(event.payload_type))) return
    setArrived((known) => new Set([...known, event.reference]))
  })
  if (arrived.size === 0) return null
  const show = () => {
    setArrived(new Set())
    window.scrollTo({ top: 0 })
    onShow()
  }
  return (
    <button type="button" className={classes.newRows} onClick={show}>
      {t('list.new', { count: arrived.size })}
    </button>
  )
}
