import { calls } from '@holdfast/contract'
import { useRef, useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { callApi } from '../../../shared/api/client.ts'
import { contentOf, type FilePart, partsOf, problemOfFile, withFiles } from './upload-parts.ts'

export interface Upload {
  files: readonly File[]
  state: 'choosing' | 'sending' | 'failed'
  failure: ApiError | null
  /** Bytes of a file that arrived. */
  sentOf: (file: File) => number
  add: (files: readonly File[]) => void
  remove: (file: File) => void
  /** Sends what is missing, one part after the other. */
  send: (folder: string) => void
  pause: () => void
}

/**
 * Uploads files in parts. After an error, or a pause, it goes on with the parts that are missing.
 * @param onDone gets the folder once all files are there
 */
export const useUpload = (onDone: (folder: string) => void): Upload => {
  const [files, setFiles] = useState<readonly File[]>([])
  const [arrived, setArrived] = useState<ReadonlyMap<File, number>>(new Map())
  const [state, setState] = useState<Upload['state']>('choosing')
  const [failure, setFailure] = useState<ApiError | null>(null)
  const stopping = useRef<AbortController>(null)
  /** The parts that arrived, of the folder that they were sent to. */
  const done = useRef({ folder: '', parts: new Map<File, Set<number>>() })

  const isThere = ({ file, part }: FilePart) => done.current.parts.get(file)?.has(part) ?? false
  const note = (sent: FilePart) => {
    const parts = done.current.parts.get(sent.file) ?? new Set()
    done.current.parts.set(sent.file, parts.add(sent.part))
    setArrived((before) => new Map(before).set(sent.file, (before.get(sent.file) ?? 0) + contentOf(sent).size))
  }
  const sendAll = async (folder: string, signal: AbortSignal): Promise<void> => {
    for (const part of files.filter((file) => problemOfFile(file) === null).flatMap(partsOf)) {
      if (isThere(part)) continue
      await sendPart(folder, part, signal)
      note(part)
    }
  }
  const send = async (folder: string) => {
    if (done.current.folder !== folder) {
      done.current = { folder, parts: new Map() }
      setArrived(new Map())
    }
    stopping.current = new AbortController()
    const { signal } = stopping.current
    setFailure(null)
    setState('sending')
    try {
      await sendAll(folder, signal)
      setState('choosing')
      onDone(folder)
    } catch (error) {
      setState(signal.aborted ? 'choosing' : 'failed')
      setFailure(error instanceof ApiError && !signal.aborted ? error : null)
    }
  }
  return {
    files,
    state,
    failure,
    sentOf: (file) => arrived.get(file) ?? 0,
    add: (added) => setFiles(withFiles(files, added)),
    remove: (removed) => setFiles(files.filter((file) => file !== removed)),
    send: (folder) => void send(folder),
    pause: () => stopping.current?.abort(),
  }
}

const sendPart = (folder: string, filePart: FilePart, signal: AbortSignal) => {
  const { file, part, parts } = filePart
  return callApi(calls.uploadMigrationPart, {
    params: { folder },
    query: { file_name: file.name, part, parts },
    bytes: contentOf(filePart),
    isQuiet: true,
    signal,
  })
}
