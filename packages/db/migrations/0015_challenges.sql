CREATE TABLE "evidence_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"by" text NOT NULL,
	"numbers" bigint[] NOT NULL,
	"seed" text,
	"from_number" bigint,
	"to_number" bigint,
	"size" bigint NOT NULL,
	"asked_by" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"answer_by" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "evidence_proofs" ADD COLUMN "answer_by" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "evidence_challenges_tenant" ON "evidence_challenges" USING btree ("tenant","answer_by");--> statement-breakpoint
CREATE INDEX "audit_events_position" ON "audit_events" USING btree ("tenant","position");