import { type Action, type PayloadType, payloadTypes } from '@holdfast/contract'
import { Checkbox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useText } from '../../../shared/i18n/text.ts'
import { ActionCheckbox, type MatrixAction } from './area-input.tsx'
import classes from './matrix-input.module.css'

interface KindsTableProps {
  actions: readonly MatrixAction[]
  kinds: readonly PayloadType[]
  onChange: (actions: readonly Action[], isTicked: boolean) => void
  onKinds: (kinds: PayloadType[]) => void
}

/** Actions as rows and kinds of recordings as columns: a role allows each ticked action for each ticked kind. */
export const KindsTable = ({ actions, kinds, onChange, onKinds }: KindsTableProps) => {
  const t = useText()
  const toggle = (kind: PayloadType, isTicked: boolean) =>
    onKinds(payloadTypes.filter((one) => (one === kind ? isTicked : kinds.includes(one))))
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <td className={classes.action} />
            {payloadTypes.map((kind) => (
              <th key={kind} scope="col" className={classes.kind}>
                <Checkbox
                  size="xs"
                  classNames={{ body: classes.kindBody, label: classes.kindLabel }}
                  label={t(`kind.${kind}`)}
                  checked={kinds.includes(kind)}
                  onChange={(event) => toggle(kind, event.currentTarget.checked)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {actions.map((one) => (
            <tr key={one.action}>
              <th scope="row" className={classes.action}>
                <ActionCheckbox {...one} onChange={onChange} />
              </th>
              {payloadTypes.map((kind) => (
                <td key={kind} className={classes.cell}>
                  {one.isTicked && kinds.includes(kind) && (
                    <IconCheck size={16} role="img" aria-label={t('roles.test_allowed')} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
