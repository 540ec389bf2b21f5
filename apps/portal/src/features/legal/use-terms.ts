import { calls, type Terms } from '@holdfast/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { callApi, readApi } from '../../shared/api/client.ts'
import { useIsShown } from '../../shared/forms/use-is-shown.ts'
import type { Locale } from '../../shared/i18n/locale.ts'
import { isOwnAddress } from '../../shared/session/pending-sign-in.ts'
import { reloadProfile } from '../../shared/session/profile.ts'
import { personOf } from '../../shared/session/session-state.ts'
import { useSession } from '../../shared/session/use-session.ts'

/** The current terms in the person's language. `accept` accepts exactly the version that is shown. */
export const useTerms = () => {
  const { locale } = useIntl()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isShown = useIsShown()
  const { return_to: returnTo } = useSearch({ from: '/terms' })
  const person = personOf(useSession())
  const { data, error, refetch } = useQuery({
    queryKey: ['terms', locale, person],
    queryFn: ({ signal }) => readApi(calls.getTerms, { query: { locale: locale as Locale }, signal }),
  })
  const acceptance = useMutation({
    mutationFn: ({ version, text_hash }: Terms) =>
      callApi(calls.acceptTerms, { body: { version, text_hash, locale: locale as Locale } }),
    async onSuccess() {
      await Promise.all([reloadProfile(), queryClient.invalidateQueries({ queryKey: ['terms'] })])
      if (isShown()) await navigate({ href: returnTo && isOwnAddress(returnTo) ? returnTo : '/dashboard' })
    },
  })
  return {
    terms: data,
    error,
    retry: () => void refetch(),
    accept: () => data && acceptance.mutate(data),
    isAccepting: acceptance.isPending,
  }
}
