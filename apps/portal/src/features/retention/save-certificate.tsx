import { calls, type RetentionRun, type SignedCertificate } from '@holdfast/contract'
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { callPath } from '../../shared/api/call-path.ts'
import { callApi, session } from '../../shared/api/client.ts'
import { useText } from '../../shared/i18n/text.ts'
import { saveFile } from '../../shared/ui/save-file.ts'
import { certificatePage } from './certificate-page.ts'

/** The signed certificates of what a run destroyed; a large run has several. */
const readCertificates = async (run_id: string): Promise<SignedCertificate[]> => {
  const certificates: SignedCertificate[] = []
  let last_key: string | null = null
  do {
    const query: { last_key?: string } = last_key === null ? {} : { last_key }
    const signed: SignedCertificate = await callApi(calls.getDestructionCertificate, { params: { run_id }, query })
    certificates.push(signed)
    last_key = signed.last_key
  } while (last_key !== null)
  return certificates
}

const forms = [
  ['json', 'retention.save_certificate'],
  ['html', 'retention.save_certificate_page'],
] as const

/** Saves the certificate of destruction of a run as a file, signed or to print, where it destroyed something, and says how to check it. */
export const SaveCertificate = ({ run: { run_id, kind, report } }: { run: RetentionRun }) => {
  const t = useText()
  const intl = useIntl()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (_: 'json' | 'html') => readCertificates(run_id),
    onSuccess: (certificates, form) => {
      const content = certificates.length === 1 ? certificates[0] : certificates
      const file =
        form === 'json'
          ? new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' })
          : new Blob([certificatePage(certificates, t, intl)], { type: 'text/html' })
      saveFile(file, `destruction-certificate-${run_id}.${form}`)
    },
  })
  if (kind === 'dry_run' || report.destroyed === 0) return null
  return (
    <Stack gap="xs" align="flex-start">
      <Group gap="xs">
        {forms.map(([form, label]) => (
          <Button
            key={form}
            variant="default"
            size="xs"
            loading={isPending && variables === form}
            onClick={() => mutate(form)}
          >
            {t(label)}
          </Button>
        ))}
      </Group>
      <Text size="sm">
        {t('retention.check_certificate')}{' '}
        <Anchor href={callPath(calls.listStatementKeys, { client: session.activeClient() })} target="_blank">
          {t('retention.published_keys')}
        </Anchor>
        .
      </Text>
    </Stack>
  )
}
