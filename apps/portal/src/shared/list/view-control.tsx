import { Button, Checkbox, Input, Popover, SegmentedControl, Stack, Switch } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useText } from '../i18n/text.ts'
import { usePopover } from '../ui/use-popover.ts'
import type { Column } from './column.ts'
import { type Density, defaultView, densities, type ListView } from './list-view.ts'
import { isShown } from './visible-columns.ts'

const densityLabels = {
  compact: 'list.density_compact',
  regular: 'list.density_regular',
  comfortable: 'list.density_comfortable',
} as const satisfies Record<Density, string>

interface ViewControlProps<Item> {
  columns: readonly Column<Item>[]
  sortedBy: string | undefined
  view: ListView
  isWide: boolean
  onChange: (view: ListView) => void
}

/** How the list looks: the height of its rows, its width and its columns. On a phone there is nothing to choose. */
export const ViewControl = <Item,>({ columns, sortedBy, view, isWide, onChange }: ViewControlProps<Item>) => {
  const t = useText()
  const { target, isOpen, setIsOpen } = usePopover()
  const shown = columns.filter((column) => isShown(column, { chosen: view.columns, sortedBy })).map(({ id }) => id)
  const show = (id: string, isChosen: boolean) => onChange({ ...view, columns: { ...view.columns, [id]: isChosen } })
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={272} trapFocus>
      <Popover.Target>
        <Button
          ref={target}
          variant="default"
          size="xs"
          visibleFrom="sm"
          leftSection={<IconAdjustmentsHorizontal size={15} stroke={1.7} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('list.view')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.view')}>
        <Stack gap="md">
          <Input.Wrapper label={t('list.density')} labelElement="div">
            <SegmentedControl
              fullWidth
              size="xs"
              mt={4}
              aria-label={t('list.density')}
              value={view.density}
              onChange={(density) => onChange({ ...view, density: density as Density })}
              data={densities.map((density) => ({ value: density, label: t(densityLabels[density]) }))}
            />
          </Input.Wrapper>
          <Switch
            size="sm"
            label={t('list.full_width')}
            checked={isWide}
            onChange={(event) => onChange({ ...view, isWide: event.currentTarget.checked })}
          />
          <Input.Wrapper label={t('list.columns')} labelElement="div">
            <Stack gap={6} mt={6} role="group" aria-label={t('list.columns')}>
              {columns.map((column, place) => (
                <Checkbox
                  key={column.id}
                  size="xs"
                  label={t(column.title)}
                  checked={place === 0 || shown.includes(column.id)}
                  disabled={place === 0}
                  onChange={(event) => show(column.id, event.currentTarget.checked)}
                />
              ))}
            </Stack>
          </Input.Wrapper>
          <Button variant="default" size="xs" onClick={() => onChange(defaultView)}>
            {t('list.view_reset')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
