/** Single text messages, in addition to the conversations of `media/conversations.json`. */
export const shortMessages = {
  'en-GB': [
    'In a meeting, call you at half past.',
    'Could you resend the term sheet please?',
    'Filled at 101.32, ticket to follow.',
    'Running five minutes late for the client lunch.',
    'Thanks, that level works for us.',
    'Please hold the order until I am back at my desk.',
    'Desk line is busy, try my mobile.',
    'Confirmed: settlement on T+2 as usual.',
    'Who covers Nordic rates while Ingrid is away?',
    'No, nothing in writing before compliance has seen it.',
    'Market is thin, I would wait for New York.',
    'Statement received, all matched on our side.',
  ],
  'pt-BR': [
    'Estou em reunião, te ligo às três.',
    'Pode reenviar a nota de corretagem?',
    'Ordem executada a 28,41.',
    'Chego em dez minutos.',
    'Perfeito, pode seguir com a compra.',
    'Por favor, segure a ordem até eu voltar à mesa.',
    'Confirmado para liquidação em D+2.',
    'Nada por escrito antes do compliance aprovar.',
    'O mercado está parado, eu esperaria a abertura de Nova York.',
    'Extrato recebido, tudo certo por aqui.',
  ],
} as const
