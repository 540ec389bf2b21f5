import { Button, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'

/** Why the sign-in failed, and a way to try again. */
export const SignInFailed = ({ message }: { message: string }) => {
  const t = useText()
  return (
    <Stack gap="md" align="flex-start" role="alert">
      <Title order={1}>{t('sign_in.failed_title')}</Title>
      <Text c="dimmed">{message}</Text>
      <Button renderRoot={(props) => <Link {...props} to="/sign-in" search={{}} />}>{t('sign_in.again')}</Button>
    </Stack>
  )
}
