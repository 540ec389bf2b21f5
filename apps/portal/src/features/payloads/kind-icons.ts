import type { PayloadType } from '@holdfast/contract'
import {
  type Icon,
  IconLayoutList,
  IconMessages,
  IconMicrophone,
  IconPhone,
  IconPhoto,
  IconStethoscope,
  IconVideo,
} from '@tabler/icons-react'
import { kindOfType, type ListName } from './kinds.ts'

/** The icon of each list. */
export const kindIcons = {
  all: IconLayoutList,
  calls: IconPhone,
  photos: IconPhoto,
  videos: IconVideo,
  messages: IconMessages,
  interviews: IconMicrophone,
  diagnostics: IconStethoscope,
} as const satisfies Record<ListName, Icon>

export const iconOfType = (type: PayloadType): Icon => kindIcons[kindOfType(type)?.name ?? 'diagnostics']
