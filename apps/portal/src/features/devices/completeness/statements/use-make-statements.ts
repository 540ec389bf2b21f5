import { type CompletenessStatement, calls } from '@holdfast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { ApiError } from '../../../../shared/api/api-error.ts'
import { callApi } from '../../../../shared/api/client.ts'
import { isChangedBy } from '../../../../shared/forms/changed-queries.ts'
import { useIsShown } from '../../../../shared/forms/use-is-shown.ts'
import { text } from '../../../../shared/i18n/text.ts'
import { failureMessage, notice } from '../../../../shared/notices/notice.ts'

/** What became of one group: a statement, or why there is none. */
export interface MakingResult {
  group: string
  statement: CompletenessStatement | null
  refusal: string | null
}

/** Makes statements one after the other. A single one is opened; of several, the results are listed. */
export const useMakeStatements = () => {
  const { locale } = useIntl()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isShown = useIsShown()
  const [results, setResults] = useState<readonly MakingResult[]>([])
  const [isMaking, setMaking] = useState(false)
  const make = async (month: string, groups: readonly string[]): Promise<void> => {
    setMaking(true)
    setResults([])
    const made: MakingResult[] = []
    for (const group of groups) {
      made.push(await makeOne(month, group, locale === 'pt-BR' ? 'pt-BR' : 'en-GB'))
      setResults([...made])
    }
    const { createCompletenessStatement, listCompletenessStatements } = calls
    await queryClient.invalidateQueries({
      predicate: isChangedBy(createCompletenessStatement, [listCompletenessStatements]),
    })
    setMaking(false)
    const [first] = made
    if (made.length !== 1 || !first?.statement || !isShown()) return
    notice(text('statement.made'), first.group)
    const { statement_reference } = first.statement
    void navigate({
      to: '/dashboard/devices/completeness/statements/$statement_reference',
      params: { statement_reference },
    })
  }
  return { make, isMaking, results }
}

const makeOne = async (month: string, group: string, locale: 'en-GB' | 'pt-BR'): Promise<MakingResult> => {
  try {
    const body = { month, group, locale }
    const statement = await callApi(calls.createCompletenessStatement, { body, isQuiet: true })
    return { group, statement, refusal: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { group, statement: null, refusal: failureMessage(error) }
  }
}
