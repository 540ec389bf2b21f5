import { IconSettings } from '@tabler/icons-react'
import type { MessageId } from '../../shared/i18n/text.ts'
import type { Screen } from '../screen.ts'
import type { SectionName } from './sections.ts'

interface SettingsArea {
  title: MessageId
  /** Where the navigation offers it. */
  section: SectionName
  /** The screens of the area. Whoever may open one of those that the list shows may open the list. */
  settings: readonly Screen[]
}

/** The list of an area of settings. */
export const settingsList = <const Path extends string>(path: Path, { title, section, settings }: SettingsArea) =>
  ({
    path,
    title,
    load: () => import('../settings-area/settings-list-page.tsx'),
    actions: settings.flatMap(({ actions, place }) => (place ? (actions ?? []) : [])),
    place: { section, icon: IconSettings },
  }) as const satisfies Screen
