CREATE TABLE "legal_holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"sub" text,
	"session_id" bigint,
	"reason" text NOT NULL,
	"opened_by" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"released_by" text,
	"released_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "legal_holds_tenant" ON "legal_holds" USING btree ("tenant","opened_at");