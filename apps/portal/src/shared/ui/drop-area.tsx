import { type DragEvent, type ReactNode, useState } from 'react'
import classes from './drop-area.module.css'

interface DropAreaProps {
  label: string
  onFiles: (files: readonly File[]) => void
  /** Has a button for the same, since dropping is a short cut for people who use a mouse. */
  children: ReactNode
}

/** A framed area onto which files are dropped. */
export const DropArea = ({ label, onFiles, children }: DropAreaProps) => {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <section
      aria-label={label}
      className={classes.drop}
      data-over={isOver}
      onDrop={drop}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
    >
      {children}
    </section>
  )
}
