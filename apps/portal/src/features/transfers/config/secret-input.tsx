import { Button, Group, Input, PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import type { InputProps } from '../../../shared/forms/field.ts'
import { useText } from '../../../shared/i18n/text.ts'

interface SecretInputProps extends InputProps {
  /** Whether the server has one, which it never returns. */
  isStored: boolean
}

/** A password that is entered and never shown again. `''`: the stored one is kept. `null`: it is removed. */
export const SecretInput = ({ isStored, ...props }: SecretInputProps) => {
  const t = useText()
  const { value, onChange, label, description, error, disabled, withAsterisk = false } = props
  const [isReplacing, setReplacing] = useState(false)
  const keep = () => {
    setReplacing(false)
    onChange('')
  }
  const isEntered = isReplacing || (typeof value === 'string' && value !== '')
  if (!isStored || (isEntered && value !== null)) {
    return (
      <Group align="end" gap="xs">
        <PasswordInput
          {...props}
          value={value ?? ''}
          flex={1}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('transfer_configs.show_secret') }}
        />
        {isStored && (
          <Button variant="default" onClick={keep}>
            {t('transfer_configs.keep_secret')}
          </Button>
        )}
      </Group>
    )
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={error}
      {...(withAsterisk ? { withAsterisk } : {})}
    >
      <Group gap="xs" mt={6}>
        <Text size="sm">{t(value === null ? 'transfer_configs.secret_removed' : 'transfer_configs.secret_set')}</Text>
        {!disabled &&
          (value === null ? (
            <Button size="xs" variant="default" onClick={keep}>
              {t('transfer_configs.keep_secret')}
            </Button>
          ) : (
            <>
              <Button size="xs" variant="default" onClick={() => setReplacing(true)}>
                {t('transfer_configs.replace_secret')}
              </Button>
              <Button size="xs" variant="default" onClick={() => onChange(null)}>
                {t('transfer_configs.remove_secret')}
              </Button>
            </>
          ))}
      </Group>
    </Input.Wrapper>
  )
}
