import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { useText } from '../../shared/i18n/text.ts'
import { failureMessage } from '../../shared/notices/notice.ts'
import { accountOfHost } from '../../shared/session/account-of-host.ts'
import { forgetClient, rememberedClient } from '../../shared/session/remembered-client.ts'
import { beginSignIn, clientPattern, goToItsHost, readAccount } from './begin-sign-in.ts'

interface ChooseAccountProps {
  /** From `?client=`, in a link that an organisation gives to its people. */
  suggested: string | undefined
  returnTo: string
}

/** Asks for the account, checks that it exists, and opens its sign-in page. */
export const ChooseAccount = ({ suggested, returnTo }: ChooseAccountProps) => {
  const t = useText()
  const [remembered, setRemembered] = useState(suggested ?? rememberedClient() ?? accountOfHost())
  const [client, setClient] = useState(remembered ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [isGoing, setIsGoing] = useState(false)

  const isWellFormed = clientPattern.test(client)
  const go = async (event: FormEvent) => {
    event.preventDefault()
    if (!isWellFormed) return setProblem(t('sign_in.client_invalid'))
    setIsGoing(true)
    try {
      await readAccount(client)
      await beginSignIn(client, returnTo)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'auth.other_host') return goToItsHost(client, returnTo)
      setIsGoing(false)
      const isUnknown = error instanceof ApiError && error.status === 404
      setProblem(
        isUnknown ? t('sign_in.client_unknown') : error instanceof ApiError ? failureMessage(error) : t('notice.error'),
      )
    }
  }
  const chooseAnother = () => {
    forgetClient()
    setRemembered(null)
    setClient('')
    setProblem(null)
  }

  return (
    <form onSubmit={(event) => void go(event)} noValidate>
      <Stack gap="lg">
        <Stack gap={6}>
          <Title order={1}>{t('sign_in.title')}</Title>
          <Text c="dimmed">{t('sign_in.lead')}</Text>
        </Stack>
        <TextInput
          size="md"
          name="client"
          label={t('sign_in.client')}
          description={t('sign_in.client_hint')}
          value={client}
          error={problem}
          autoComplete="organization"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          onChange={(event) => {
            setClient(event.currentTarget.value.trim().toLowerCase())
            setProblem(null)
          }}
          onBlur={() => client !== '' && !isWellFormed && setProblem(t('sign_in.client_invalid'))}
        />
        <Button type="submit" size="md" loading={isGoing}>
          {remembered && remembered === client ? t('sign_in.continue_to', { name: remembered }) : t('sign_in.continue')}
        </Button>
        {remembered && (
          <Anchor component="button" type="button" size="sm" onClick={chooseAnother}>
            {t('sign_in.other_account')}
          </Anchor>
        )}
      </Stack>
    </form>
  )
}
