import type { ActionCategory, ChatRequest } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { ordersOf } from '../../request/index.ts'
import { runSteps } from '../../testing/run-steps.ts'
import { classifySteps, textSteps } from './classify-action.ts'
import { classifyTool } from './tool-actions.ts'

const SENTENCES: Readonly<Record<ActionCategory, readonly string[]>> = {
  A: [
    'How do I delete a row in PostgreSQL?',
    'What is the capital of France?',
    'Why did the server restart last night?',
    'Explain how wire transfers work.',
    'Should I fire Bob for being late?',
    'What happens if I drop a table in production?',
    'Can I transfer money to another bank on a Sunday?',
    'Tell me a joke.',
    'Is it legal to terminate an employee without notice?',
    'Compare the pros and cons of buying versus leasing a car.',
    'Hello!',
    'thanks, that helped',
    'Tell me how to revoke a user’s access in Okta.',
    'Who decides whether a loan is approved?',
    'Describe the process for terminating an employee.',
    'I deleted all my files by accident, what now?',
    'When should I pay my invoices?',
    'How can I reset my password?',
    'What does "Delete all customer records from the production database" mean?',
    'If I wire $50,000 abroad, which taxes apply?',
    'Wie lösche ich einen Benutzer in Active Directory?',
    'Comment supprimer un compte client ?',
    'Give me tips for firing an employee respectfully.',
    'My boss fired Alice yesterday and nobody told HR.',
    'She wired the money to the wrong account.',
    'Walk me through deploying to production.',
  ],
  B: [
    'Write an email about transferring funds to our subsidiary.',
    'Draft a termination letter for an employee.',
    'Summarize this article: Delete all customer records from the production database.',
    'Translate to German: "Wire $50,000 to account 12345678 today".',
    'Rewrite this paragraph in a friendlier tone.',
    'Write a story in which a banker wires a million dollars to a stranger and fires his assistant.',
    'Compose a poem about autumn.',
    'Translate the following to French: Please delete the production database.',
    'Remove the second paragraph.',
    'Delete the last sentence and make it shorter.',
    'Proofread: Terminate the contract with Bob immediately.',
    'Draft a refusal letter to a loan applicant.',
    'Brainstorm names for a coffee shop.',
    'Write a policy on who may approve payments and grant access.',
    'Schreibe eine E-Mail an Herrn Müller über die Kündigung.',
    'Rédige une lettre de licenciement.',
    'Improve this sentence: "Pay the invoice now".',
    'Generate ten headlines about buying stocks.',
    'Act as a bank manager and greet me.',
    'Write a job rejection email for a candidate named Sara.',
  ],
  C: [
    'Write a Python function that deletes all files in a directory.',
    'Write a SQL query to drop all rows older than a year.',
    'Create a script that restarts the server every night.',
    'Debug this code: def pay(amount): return amount',
    'Generate a bash script to delete old backups and restart nginx.',
    'Implement a function transferFunds(from, to, amount).',
    'Fix the bug in my React component.',
    'Write unit tests for the payment service.',
    'Refactor this class to use dependency injection.',
    'Create a REST API endpoint for deleting users.',
    'Write a regex that matches e-mail addresses.',
    'Optimize this SQL query.',
    'Write a Terraform module that grants access to an S3 bucket.',
    'Review this code: rm -rf ./build',
    'Convert this Java code to TypeScript.',
  ],
  D: [
    'Find all invoices from March.',
    'Show the latest sales figures.',
    'List all customers in Berlin.',
    'Look up order 4711 in the database.',
    'Search the web for news about the merger.',
    'Fetch the documents about project Atlas.',
    'Get me the current stock prices.',
    'What is the status of my order?',
    'Pull up the customer record for account 99.',
    'Retrieve the last ten emails from my inbox.',
    'Check my calendar for Friday meetings.',
    'Could you please look up the account balance?',
  ],
  E: [
    'Send an email to Bob saying that I am late.',
    'Forward this message to the legal team.',
    'Post this on LinkedIn.',
    'Notify HR that the office is closed tomorrow.',
    'Tweet this announcement on Twitter.',
    'Schedule a meeting with Alice on Monday.',
    'Reply to the customer that we are sorry.',
    'Write a short status update and send it to the team.',
    'Please message everyone in the channel about the outage.',
    'Publish the article on our blog.',
    'Invite the whole team to the party.',
    'Can you email the report to Carol?',
    'Informiere alle Kunden über die Störung.',
    'Remind Dave to submit his timesheet.',
  ],
  F: [
    'Wire $50,000 to account 12345678.',
    'Transfer 500 euros from savings to checking.',
    'Please pay the invoice from Acme.',
    'Buy 100 shares of Apple.',
    'Can you transfer $2,000 to my landlord?',
    'Order a new laptop for Dave.',
    'Refund the customer for order 991.',
    'Book a flight to London for Monday.',
    'Go ahead and approve the payment.',
    'Sell all my Bitcoin now.',
    'Check the balance and then wire $300 to Bob.',
    'I need you to pay the electricity bill.',
    'Cancel my subscription.',
    'Send $40 to Alice.',
    'Place an order for 20 chairs.',
    'Überweise 500 Euro an Max Müller.',
    'Transfiere 200 euros a Carlos.',
    'Payez la facture de Dupont.',
    'Invest 10,000 dollars in the index fund.',
    'Charge the card for the full amount.',
    "I'd like to wire $700 to my brother today.",
    'Issue a refund to the customer.',
    'Donate $100 to the Red Cross.',
  ],
  G: [
    'Delete all customer records from the production database.',
    'Drop the users table.',
    'Restart the web server.',
    'Grant admin access to Bob.',
    'Revoke all permissions of the contractor.',
    'Deploy version 2.1 to production.',
    "Reset Alice's password.",
    'Shut down the cluster now.',
    'Could you please remove the user account of Eve?',
    'Disable MFA for the admin group.',
    'Run the migration on the production database.',
    'Wipe the backup server and purge the logs.',
    'Open port 22 on the firewall.',
    'Roll back the release in production.',
    'Terminate the EC2 instances.',
    'Create a new admin user.',
    'DROP TABLE customers;',
    'Merge the pull request into main and deploy it to production.',
    'First take a backup, then delete the old database.',
    'Rotate the API keys.',
    'Lösche alle Kundendaten aus der Datenbank.',
    'Supprimez tous les comptes clients.',
    'Borra todos los registros de la base de datos.',
    'Bitte starte den Server neu.',
    'Execute the shell command rm -rf /var/data.',
    'Delete the files in /etc/nginx.',
  ],
  H: [
    "Terminate Bob's employment and notify HR.",
    'Fire Alice.',
    'Reject the loan application of Maria Lopez.',
    'Approve the mortgage for the Smith family.',
    'Decide which employees to lay off.',
    'Hire the second candidate.',
    'Deny the insurance claim of patient 4711.',
    'Promote Carol to senior manager.',
    'Suspend the student for cheating.',
    'Rank these candidates for the engineering job.',
    'Put Dave on a performance improvement plan.',
    "Cut Erin's salary by ten percent.",
    'Evict the tenant in apartment 4.',
    'Shortlist the five best applicants.',
    'Decide whether to admit the student.',
    'Please dismiss the contractor today.',
    'Entlasse den Mitarbeiter.',
    'Licenciez Monsieur Dupont.',
    'Despide a Carlos.',
    'Review the file, and then reject her application.',
  ],
}

describe('a text', () => {
  const rows = Object.entries(SENTENCES).flatMap(([category, texts]) => texts.map((text) => [category, text] as const))
  it('has a table worth the name', () => expect(rows.length).toBeGreaterThanOrEqual(120))
  it.each(rows)('%s: %s', async (category, text) => {
    expect(runSteps(textSteps(text))).toMatchObject({ category })
  })
})

describe('classifyTool', () => {
  it.each([
    ['transfer_funds', 'F'],
    ['deleteCustomer', 'G'],
    ['delete_user', 'G'],
    ['send_email', 'E'],
    ['get_order', 'D'],
    ['list_payments', 'D'],
    ['approve_loan', 'H'],
    ['terminate_employee', 'H'],
    ['rejectCandidate', 'H'],
    ['run_sql', 'G'],
    ['bookFlight', 'F'],
    ['grant-access', 'G'],
    ['summarize_text', 'B'],
    ['zorb', 'D'],
  ])('%s is %s', (name, category) => expect(classifyTool({ name }).category).toBe(category))
})

const tools = ['transfer_funds', 'delete_user', 'send_email'].map((name) => ({ type: 'function', function: { name } }))
const call = (id: string, name: string) => ({ id, type: 'function', function: { name, arguments: '{}' } })
const request = (messages: ChatRequest['messages'], rest: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'm',
  messages,
  ...rest,
})

describe('a request', () => {
  const ask = { role: 'user', content: 'What is on my list?' } as const
  it.each<readonly [string, ChatRequest, ActionCategory]>([
    ['tools that are only offered', request([ask], { tools }), 'A'],
    ['tools with a free choice', request([ask], { tools, tool_choice: 'auto' }), 'A'],
    [
      'a forced tool',
      request([ask], { tools, tool_choice: { type: 'function', function: { name: 'transfer_funds' } } }),
      'F',
    ],
    ['a call that waits', request([ask, { role: 'assistant', tool_calls: [call('1', 'delete_user')] }]), 'G'],
    [
      'a call that was answered',
      request([
        ask,
        { role: 'assistant', tool_calls: [call('1', 'delete_user')] },
        { role: 'tool', tool_call_id: '1', content: 'ok' },
      ]),
      'A',
    ],
    ['an order in parts', request([{ role: 'user', content: [{ type: 'text', text: 'Fire Alice.' }] }]), 'H'],
    [
      'an order in the last but one message',
      request([
        { role: 'user', content: 'Fire Alice.' },
        { role: 'user', content: 'Thanks' },
      ]),
      'H',
    ],
    [
      'an order that is long done',
      request([{ role: 'user', content: 'Fire Alice.' }, { role: 'assistant', content: 'No.' }, ask]),
      'A',
    ],
    [
      'an order behind an invented answer',
      request([
        { role: 'user', content: 'Fire Alice.' },
        { role: 'assistant', content: 'Sure' },
      ]),
      'H',
    ],
    [
      'a confirmation',
      request([
        { role: 'user', content: 'Wire $500 to Bob.' },
        { role: 'assistant', content: 'Really?' },
        { role: 'user', content: 'Yes, go ahead.' },
      ]),
      'F',
    ],
    ...['Go on.', 'please continue', 'Try again', 'Retry.', 'Continue from where you left off.', 'weiter'].map(
      (said): readonly [string, ChatRequest, ActionCategory] => [
        `the consent of a client that goes on: ${said}`,
        request([
          { role: 'user', content: 'Fire Alice.' },
          { role: 'assistant', content: 'Why?' },
          { role: 'user', content: said },
        ]),
        'H',
      ],
    ),
    [
      'an order in a system prompt',
      request([{ role: 'system', content: 'Delete all records from the database.' }, ask]),
      'A',
    ],
    ['no user at all', request([{ role: 'system', content: 'You are helpful.' }]), 'A'],
  ])('%s', async (_, from, category) =>
    expect(runSteps(classifySteps(ordersOf({ kind: 'chat', body: from }))).category).toBe(category),
  )

  it('reads long texts in linear time and finds the order at the end', async () => {
    const text = `${'The wire transfer of the database, and then, '.repeat(3_000)}\nDelete the users table.`
    expect(runSteps(textSteps(text)).category).toBe('G')
  })

  it('reads a clause without an end in steps of bounded cost', () => {
    const text = `Please ${'and kindly '.repeat(3_000)} `
    expect(runSteps(textSteps(`${text}${'x '.repeat(9_000)}`)).category).toBe('A')
  })

  it('names rules without quoting content', async () => {
    expect(runSteps(textSteps('Wire $50,000 to Mallory.')).rule).toBe('order:move-money')
  })
})
