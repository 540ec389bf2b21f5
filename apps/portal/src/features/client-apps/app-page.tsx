import { calls } from '@holdfast/contract'
import { Stack } from '@mantine/core'
import { GrantNotice } from '../../shared/access/grant-notice.tsx'
import { useGranting } from '../../shared/access/use-granting.ts'
import { WaitingChanges } from '../../shared/access/waiting-changes.tsx'
import { DeletePanel } from '../../shared/forms/delete-panel.tsx'
import { RecordPage } from '../../shared/forms/record-page.tsx'
import { prefetchLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { AppForm } from './app-form.tsx'

export const prefetch = prefetchLoaded(calls.getApp)

/** One client app, or a new one. */
export default function AppPage() {
  const t = useText()
  useGranting('apps') // fetched at the same time as the app
  return (
    <RecordPage call={calls.getApp} param="app_reference" action="apps:write">
      {(app, isReadOnly) => (
        <>
          <PageHeader title={app?.app_reference ?? t('apps.new')} />
          <Stack maw={720} gap="md">
            {app && <WaitingChanges kind="app" subject={app.app_reference} />}
            <GrantNotice edited="apps">
              <AppForm app={app} isReadOnly={isReadOnly} />
              {app && !isReadOnly && (
                <DeletePanel
                  noun="apps"
                  name={app.app_reference}
                  isTyped
                  call={calls.deleteApp}
                  changes={[calls.listApps, calls.listRoles]}
                  input={{ params: { app_reference: app.app_reference } }}
                />
              )}
            </GrantNotice>
          </Stack>
        </>
      )}
    </RecordPage>
  )
}
