import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** An entry of `media/catalogue.json`. `duration_s` is present for audio and video. */
export interface MediaFile {
  file: string
  media_type: string
  kind: 'call' | 'interview' | 'photo' | 'video' | 'ar' | 'attachment'
  duration_s?: number
  bytes: number
  language?: string
}

/** A conversation of `media/conversations.json`. */
export interface Conversation {
  kind: 'SMS' | 'MMS' | 'RCS'
  title: string
  messages: {
    direction: 'I' | 'O' | 'CC'
    /** Seconds after the first message. */
    offset_s: number
    text: string
    /** Names of files in the folder. */
    attachments: string[]
  }[]
}

/** The media that simulated handsets record. */
export interface MediaFolder {
  files: readonly MediaFile[]
  conversations: readonly Conversation[]
  read: (file: string) => Promise<Uint8Array>
}

/** Opens a folder laid out like the repository's `media/`. Its lists are part of the repository, so they are not validated. */
export const openMediaFolder = async (folder: string): Promise<MediaFolder> => {
  const json = async (name: string) => JSON.parse(await readFile(path.join(folder, name), 'utf8'))
  const [files, conversations]: [MediaFile[], Conversation[]] = await Promise.all([
    json('catalogue.json'),
    json('conversations.json'),
  ])
  return { files, conversations, read: async (file) => new Uint8Array(await readFile(path.join(folder, file))) }
}
