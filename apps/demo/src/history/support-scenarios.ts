import type { TrailCall } from './trail-rows.ts'

/** Support access to a customer: the member of staff, the approver, a past visit and a current request. */
export interface SupportScenario {
  staff: string
  approver: string
  /** A visit that has ended. */
  visit: { role: string; reason: string; calls: readonly Pick<TrailCall, 'action' | 'call' | 'parameters'>[] }
  /** The current request, and whether it has been approved. */
  currentRequest: { role: string; reason: string; isApproved: boolean }
}

/** The approver could use both roles themselves, because nobody can grant more than their own access. */
export const supportScenarios: Readonly<Record<string, SupportScenario>> = {
  meridian: {
    staff: 'marc.leroy',
    approver: 'olivia.hart',
    visit: {
      role: 'Device Manager',
      reason: 'Three handsets of the London desk have sent no position since their update; ticket 4593.',
      calls: [
        { action: 'devices:read', call: 'GET /devices' },
        {
          action: 'devices:read',
          call: 'GET /devices/{device_reference}',
          parameters: { device_reference: 'ME-SIM-0003' },
        },
        { action: 'device_users:read', call: 'GET /users' },
      ],
    },
    currentRequest: {
      role: 'Auditor',
      reason: 'A reviewer is refused a recording that they should hear; the trail will tell why. Ticket 4611.',
      isApproved: false,
    },
  },
  aurora: {
    staff: 'marc.leroy',
    approver: 'beatriz.costa',
    visit: {
      role: 'Auditor',
      reason: 'O número de acessos de outubro não confere com o do relatório; chamado 4588.',
      calls: [{ action: 'audit:read', call: 'GET /activities' }],
    },
    currentRequest: {
      role: 'Reviewer',
      reason: 'A forma de onda de uma ligação não aparece; chamado 4607.',
      isApproved: true,
    },
  },
}
