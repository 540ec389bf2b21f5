import type { Action } from '@holdfast/contract'
import { Checkbox, SimpleGrid, VisuallyHidden } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'
import type { AreaName } from '../grants/matrix-areas.ts'
import classes from './matrix-input.module.css'

/** One action of the matrix. */
export interface MatrixAction {
  action: Action
  isTicked: boolean
  /** What to know beside its name. */
  note: string | undefined
}

interface AreaInputProps {
  name: AreaName
  actions: readonly MatrixAction[]
  onChange: (actions: readonly Action[], isTicked: boolean) => void
}

/** Ticks all actions of an area. */
export const AreaCheckbox = ({ name, actions, onChange }: AreaInputProps) => {
  const t = useText()
  const ticked = actions.filter(({ isTicked }) => isTicked).length
  return (
    <Checkbox
      size="xs"
      classNames={{ label: classes.area }}
      label={t(`roles.area_${name}`)}
      checked={ticked === actions.length}
      indeterminate={ticked > 0 && ticked < actions.length}
      onChange={(event) =>
        onChange(
          actions.map(({ action }) => action),
          event.currentTarget.checked,
        )
      }
    />
  )
}

/** One action in words, to tick. */
export const ActionCheckbox = ({
  action,
  isTicked,
  note,
  onChange,
}: MatrixAction & Pick<AreaInputProps, 'onChange'>) => {
  const t = useText()
  return (
    <Checkbox
      size="xs"
      label={t(`action.${action}`)}
      description={note}
      checked={isTicked}
      onChange={(event) => onChange([action], event.currentTarget.checked)}
    />
  )
}

/** The actions of an area in words. */
export const AreaActions = ({ actions, onChange }: Pick<AreaInputProps, 'actions' | 'onChange'>) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing={8} className={classes.actions}>
    {actions.map((one) => (
      <ActionCheckbox key={one.action} {...one} onChange={onChange} />
    ))}
  </SimpleGrid>
)

/** An area, to tick its actions one by one or all at once. */
export const AreaInput = (props: AreaInputProps) => {
  const t = useText()
  return (
    <fieldset className={classes.fieldset}>
      <VisuallyHidden component="legend">{t(`roles.area_${props.name}`)}</VisuallyHidden>
      <AreaCheckbox {...props} />
      <AreaActions {...props} />
    </fieldset>
  )
}
