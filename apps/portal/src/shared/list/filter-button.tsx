import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useText } from '../i18n/text.ts'

/** Opens the filters of a list. */
export const FilterButton = (props: ComponentProps<'button'>) => {
  const t = useText()
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconFilter size={15} stroke={1.7} />}
      aria-haspopup="dialog"
      {...props}
    >
      {t('list.filter')}
    </Button>
  )
}
