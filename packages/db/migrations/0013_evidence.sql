CREATE TABLE "evidence_proofs" (
	"number" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"tenant" text NOT NULL,
	"state" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"queued_at" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"proof" "bytea",
	"why" text,
	"made_at" timestamp (3) with time zone,
	CONSTRAINT "evidence_proofs_number_pk" PRIMARY KEY("number")
);
--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "evidence" text;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "record_digest" "bytea";--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "erased_by" text;--> statement-breakpoint
CREATE INDEX "evidence_proofs_due" ON "evidence_proofs" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "evidence_proofs_unqueued" ON "evidence_proofs" USING btree ("state","queued_at");