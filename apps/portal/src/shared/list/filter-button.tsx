import { IconFilter } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useText } from '../i18n/text.ts'
import { ListButton } from './list-button.tsx'

/** Opens the filters of a list. */
export const FilterButton = (props: ComponentProps<'button'>) => {
  const t = useText()
  return (
    <ListButton icon={IconFilter} aria-haspopup="dialog" {...props}>
      {t('list.filter')}
    </ListButton>
  )
}
