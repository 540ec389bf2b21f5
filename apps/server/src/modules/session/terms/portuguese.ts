/** Terms of use, pt-BR. Any change needs a new version, because people accept the text by its hash. */
export const portugueseTerms = `# Termos de uso

Estes termos valem para todas as pessoas que entram no Holdfast, o portal em que a sua organização guarda e revisa gravações de comunicações de trabalho. Eles acompanham o contrato entre a sua organização e o provedor e as políticas internas da sua organização. Em caso de divergência, prevalece o contrato.

## 1. Quem pode usar o portal

Você pode usar o portal se a sua organização, ou o provedor em apoio a ela, lhe deu acesso, e somente para as funções que motivaram esse acesso. O acesso é pessoal. Não compartilhe a sua senha nem a sua sessão e não permita que outra pessoa trabalhe em seu nome. Avise imediatamente o administrador se suspeitar que alguém conhece a sua senha.

## 2. O que há aqui

O portal guarda gravações de chamadas, mensagens, fotografias, vídeos e entrevistas, além de posições e registros técnicos de dispositivos gerenciados. Boa parte são dados pessoais, e parte é confidencial, sigilosa ou sensível. Você pode encontrar comunicações de pessoas que não trabalham na sua organização.

## 3. O que você pode fazer

- Procurar, abrir, reproduzir e exportar gravações somente na medida em que as suas funções exigem: supervisão, apuração, obrigação legal, pedido de autoridade ou operação do serviço.
- Manter em sigilo o que souber, inclusive depois do fim do seu acesso.
- Guardar gravações exportadas somente onde as políticas da sua organização permitem, protegê-las tão bem quanto são protegidas aqui e destruí-las quando não forem mais necessárias.
- Registrar comentários verdadeiros. Eles passam a fazer parte do registro e podem ser divulgados.

## 4. O que você não pode fazer

- Ver comunicações por curiosidade, ou as de familiares, amigos ou colegas, sem um motivo ligado às suas funções.
- Reproduzir, exportar ou repassar comunicações com um número pessoal. Elas são pessoais e ficam fechadas.
- Alterar, excluir ou destruir gravações por outros meios que não as funções que lhe foram dadas para isso, e fora das regras de retenção da sua organização.
- Remover ou contornar uma retenção legal, uma regra de acesso, um aviso de programa malicioso ou qualquer outra proteção.
- Usar o portal ou o seu conteúdo para monitorar pessoas de modo proibido pela lei ou pelas políticas da sua organização.
- Testar a segurança do serviço sem o consentimento escrito do provedor.

## 5. Tudo é registrado

Cada acesso e cada chamada do portal são registrados com o seu nome, o seu endereço de rede, a hora e o assunto, inclusive as chamadas recusadas. Ouvir uma gravação fica registrado. O registro é protegido contra alterações posteriores e é guardado conforme as regras de retenção da sua organização. A sua organização, auditores e autoridades podem lê-lo.

## 6. Dados pessoais

A sua organização decide por que e como as gravações e o registro são tratados e é a controladora; o provedor os trata em nome dela, como operador. Vale a lei aplicável à sua organização, por exemplo a Lei Geral de Proteção de Dados Pessoais (LGPD), o Regulamento Geral sobre a Proteção de Dados da União Europeia ou o do Reino Unido. Dúvidas sobre os seus próprios dados e pedidos de acesso ou correção devem ser dirigidos à sua organização.

## 7. Suporte do provedor

A equipe do provedor não tem acesso às gravações da sua organização, a menos que a sua organização o conceda para uma finalidade, uma função e um prazo determinados. Essas visitas são registradas como as suas.

## 8. Disponibilidade

O serviço é prestado com o cuidado que o contrato promete. Manutenções e falhas podem interrompê-lo. Não dependa do portal em emergências.

## 9. Quando estes termos são descumpridos

O acesso pode ser limitado ou retirado a qualquer momento quando estes termos forem descumpridos ou quando a segurança das gravações o exigir. O uso indevido também pode ter consequências trabalhistas, civis e criminais.

## 10. Alterações

Quando estes termos mudarem, você será convidado a aceitar o novo texto antes de continuar. Guardamos a versão que você aceitou, o seu texto e a hora da aceitação.
`
