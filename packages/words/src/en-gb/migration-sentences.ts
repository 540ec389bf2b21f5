import { type MigrationSentenceCode, migrationSentences as sentences } from '@holdfast/contract'

type SentenceMessages = { readonly [C in MigrationSentenceCode as `migrations.say_${C}`]: string }

/** The sentences about rows of migrations, as the contract has them. */
export const migrationSentences = Object.fromEntries(
  Object.entries(sentences).map(([code, sentence]) => [`migrations.say_${code}`, sentence]),
) as unknown as SentenceMessages
