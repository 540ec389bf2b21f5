import { demoCustomers, demoPassword } from './demo-customers.ts'

/** Somebody of the demonstration that one can sign in as. */
export type DemoAccount = { portal: string; client: string; user: string; password: string; role: string }

/** Who can sign in to the demonstration. */
export const demoAccounts: readonly DemoAccount[] = demoCustomers.flatMap(({ client, people }) =>
  people.map(({ user_reference, about }) => ({
    portal: client === 'admin' ? 'admin' : 'client',
    client,
    user: user_reference,
    password: demoPassword,
    role: about,
  })),
)
