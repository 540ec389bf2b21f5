import { Alert, List } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { useText } from '../i18n/text.ts'
import { failureMessage } from '../notices/notice.ts'

interface RefusalProps {
  refusal: ApiError | null
  /** What prevents the change, one entry each. */
  items?: readonly string[]
  /** A way to solve it. */
  children?: ReactNode
}

/** Why the server refused a change. Nothing was changed. */
export const Refusal = ({ refusal, items = [], children }: RefusalProps) => {
  const t = useText()
  if (!refusal) return null
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t('form.refused')} role="alert">
      {failureMessage(refusal)}
      {items.length > 0 && (
        <List size="sm" mt="xs">
          {items.map((item) => (
            <List.Item key={item}>{item}</List.Item>
          ))}
        </List>
      )}
      {children}
    </Alert>
  )
}
