import { Button, type ButtonProps, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/text.ts'

interface ConfirmButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'color' | 'disabled'> {
  label: string
  title: string
  /** What will happen, and to how many. */
  body: ReactNode
  /** Whether it can be done now. Otherwise the body says why not. */
  isPossible?: boolean
  /** To be typed before something that can't be undone. */
  typed?: string
  isBusy: boolean
  onConfirm: () => void
}

/** A button that asks for confirmation and says what will happen (experience.md, 'Words'). */
export const ConfirmButton = ({
  label,
  title,
  body,
  isPossible = true,
  typed,
  isBusy,
  onConfirm,
  ...button
}: ConfirmButtonProps) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  const [entered, setEntered] = useState('')
  const confirm = () => {
    close()
    onConfirm()
  }
  return (
    <>
      <Button {...button} loading={isBusy} onClick={open}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={title}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <Stack>
          <Text size="sm" component="div">
            {body}
          </Text>
          {typed !== undefined && (
            <TextInput
              label={t('form.type_to_confirm', { word: typed })}
              value={entered}
              onChange={(event) => setEntered(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('form.cancel')}
            </Button>
            {isPossible && (
              <Button
                color={button.color ?? 'red'}
                disabled={typed !== undefined && entered !== typed}
                onClick={confirm}
              >
                {label}
              </Button>
            )}
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
